// Fails the build when a first load outgrows its budget: compressed JavaScript of a page's chunks with all they import.
import { readFile, rm, stat } from 'node:fs/promises';

const dist = new URL('../dist/', import.meta.url);
const kilobyte = 1000;
/** By the names of their chunks: those of the groups in vite.config.ts. */
const budgets = [
  { name: 'landing', chunks: ['index'], limit: 145 * kilobyte },
  { name: 'login', chunks: ['index', 'session', 'entry'], limit: 195 * kilobyte },
  { name: 'first protected screen', chunks: ['index', 'session', 'workplace', 'supabase'], limit: 270 * kilobyte },
];

const manifest = JSON.parse(await readFile(new URL('.vite/manifest.json', dist), 'utf8'));

function collect(key, seen) {
  if (seen.has(key)) return;
  seen.add(key);
  for (const next of manifest[key].imports ?? []) collect(next, seen);
}

let failed = false;
for (const { name, chunks, limit } of budgets) {
  const seen = new Set();
  for (const chunk of chunks) {
    const keys = Object.keys(manifest).filter((key) => manifest[key].name === chunk);
    if (keys.length === 0) throw new Error(`no chunk is called ${chunk}`);
    for (const key of keys) collect(key, seen);
  }
  const files = new Set([...seen].map((key) => manifest[key].file).filter((file) => file.endsWith('.js')));
  const sizes = await Promise.all(
    [...files].map(
      async (file) => (await stat(new URL(`${file}.gz`, dist)).catch(() => stat(new URL(file, dist)))).size,
    ),
  );
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const verdict = total <= limit ? 'ok' : 'TOO LARGE';
  failed ||= total > limit;
  console.log(
    `${name}: ${(total / kilobyte).toFixed(1)} kB gzip of JavaScript in ${String(files.size)} files, limit ${String(limit / kilobyte)} kB, ${verdict}`,
  );
}
// The manifest was for this measure; the server has no use for it.
await rm(new URL('.vite', dist), { recursive: true });
if (failed) process.exit(1);
