// Fails the build when a first load outgrows its budget: compressed JavaScript of an entry with everything it imports.
import { readFile, rm, stat } from 'node:fs/promises';

const dist = new URL('../dist/', import.meta.url);
const kilobyte = 1000;
const budgets = [
  { name: 'landing', entries: ['index.html', 'src/app/routes/landing.tsx'], limit: 200 * kilobyte },
  {
    name: 'first protected screen',
    entries: ['index.html', 'src/app/layout/AppLayout.tsx', 'src/app/routes/dashboard.tsx'],
    dynamic: ['supabase'],
    limit: 350 * kilobyte,
  },
];

const manifest = JSON.parse(await readFile(new URL('.vite/manifest.json', dist), 'utf8'));

function collect(key, seen) {
  if (seen.has(key)) return;
  seen.add(key);
  for (const next of manifest[key]?.imports ?? []) collect(next, seen);
}

let failed = false;
for (const { name, entries, dynamic = [], limit } of budgets) {
  const seen = new Set();
  for (const entry of entries) if (manifest[entry]) collect(entry, seen);
  for (const key of Object.keys(manifest)) if (dynamic.some((part) => key.includes(part))) collect(key, seen);
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
    `${name}: ${(total / kilobyte).toFixed(1)} kB gzip of JavaScript, limit ${String(limit / kilobyte)} kB, ${verdict}`,
  );
}
// The manifest was for this measure; the server has no use for it.
await rm(new URL('.vite', dist), { recursive: true });
if (failed) process.exit(1);
