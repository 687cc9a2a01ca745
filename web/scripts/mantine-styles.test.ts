import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const mantine = 'node_modules/@mantine/core';

function read(file: string): string {
  return readFileSync(file, 'utf8');
}

/** The names in `import { … } from '<library>'` of our sources. */
function importedComponents(): string[] {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx'));
  const imports = files.flatMap((file) => [
    ...read(join('src', file)).matchAll(/import \{([^}]*)\} from '@mantine\/core'/g),
  ]);
  return imports.flatMap(([, names = '']) => names.split(',').map((name) => name.trim()));
}

/** Files of the library by the name that they export. */
function filesByName(): Map<string, string> {
  const lines = [...read(`${mantine}/esm/index.mjs`).matchAll(/import \{([^}]*)\} from "(\.[^"]*)"/g)];
  return new Map(
    lines.flatMap(([, names = '', file = '']) =>
      names.split(',').map((name) => [name.trim(), join(mantine, 'esm', file)] as const),
    ),
  );
}

/** Every part of the library that the file draws with, itself included, if it has a look of its own. */
function looksOf(file: string, seen: Set<string>): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const [, next = ''] of read(file).matchAll(/from "(\.[^"]*)"/g)) looksOf(join(dirname(file), next), seen);
  return seen;
}

it('loads the looks of every component that is used, and of those that it is built on', () => {
  const files = filesByName();
  const seen = new Set<string>();
  for (const name of importedComponents()) {
    const file = files.get(name);
    if (file) looksOf(file, seen);
  }
  const needed = [...seen]
    .map((file) => basename(file, '.mjs'))
    .filter((name) => existsSync(`${mantine}/styles/${name}.layer.css`));
  const loaded = ['every-page', 'entry-pages', 'workplace'].flatMap((group) =>
    [...read(`src/app/styles/${group}.ts`).matchAll(/@mantine\/core\/styles\/(\w+)\.layer\.css/g)].map(
      ([, name]) => name,
    ),
  );
  expect(needed.length).toBeGreaterThan(40);
  expect(needed.filter((name) => !loaded.includes(name))).toEqual([]);
  expect(new Set(loaded).size).toBe(loaded.length);
});
