// Writes a .br and a .gz beside every text asset of dist/, so that the server never compresses while it serves.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const dist = new URL('../dist', import.meta.url).pathname;
const compressible = /\.(?:js|css|html|svg|json|webmanifest)$/;
const smallestWorthwhile = 512;

const entries = await readdir(dist, { recursive: true, withFileTypes: true });
const files = entries.filter((e) => e.isFile() && compressible.test(e.name)).map((e) => join(e.parentPath, e.name));

for (const file of files) {
  const bytes = await readFile(file);
  if (bytes.length < smallestWorthwhile) continue;
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    promisify(gzip)(bytes, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
}
console.log(`precompressed ${String(files.length)} files`);
