// Makes the manual's pictures (docs/manual/immagini) small enough for the repository, from those of the screenshot run.
import { execFileSync } from 'node:child_process';
import { mkdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const from = fileURLToPath(new URL('../e2e/screenshots/', import.meta.url));
const to = fileURLToPath(new URL('../../docs/manual/immagini/', import.meta.url));
const largestBytes = 80 * 1024;
const names = [
  'login',
  'patients',
  'patient',
  'new-consultation',
  'recording',
  'report',
  'report-evidence',
  'subscription',
  'interrupted',
  'waiting',
];

mkdirSync(to, { recursive: true });
for (const name of names) {
  const picture = `${to}${name}.webp`;
  const source = `${from}${name}-1440-light.png`;
  execFileSync('ffmpeg', ['-loglevel', 'error', '-y', '-i', source, '-vf', 'scale=1200:-1', '-quality', '82', picture]);
  const { size } = statSync(picture);
  if (size > largestBytes) throw new Error(`${name}: ${size} bytes`);
}
