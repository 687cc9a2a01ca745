// A doctor and a patient who talk: sentences with pauses, as a browser records them (webm, opus, no length in the header).
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** So many seconds of talk; `first(n)` is what has come after n of them. */
export async function makeTalk(seconds) {
  const folder = await mkdtemp(join(tmpdir(), 'scriba-talk-'))
  const [sentence, webm] = [join(folder, 'sentence.wav'), join(folder, 'talk.webm')]
  await run('espeak-ng', ['-v', 'it', '-w', sentence, 'Buongiorno, sono venuta per il controllo del peso. Oggi il peso è di ottantaquattro chili.'])
  const loop = ['-stream_loop', '20', '-i', sentence, '-af', 'apad=pad_dur=1', '-t', String(seconds)]
  await run('ffmpeg', ['-loglevel', 'error', ...loop, '-c:a', 'libopus', '-b:a', '32k', '-live', '1', '-cluster_time_limit', '1000', webm])
  const bytes = await readFile(webm)
  await rm(folder, { recursive: true })
  return { bytes, first: (count) => bytes.subarray(0, Math.floor((bytes.length * count) / seconds)) }
}
