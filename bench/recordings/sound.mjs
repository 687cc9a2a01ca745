// A visit of two voices as a browser records it (webm, opus, 32 kbit/s, no length in the header), as long as wanted.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '../..')
const makeSpeech = join(root, 'server/tests/support/speech/make_speech.sh')
// Made once; two minutes and a half, in a room with a little noise.
const folder = join(root, 'build/bench-sound')
const talk = join(folder, 'room30.wav')

export class Visit {
  static async make() {
    if (!existsSync(talk)) await run(makeSpeech, [folder, 'espeak'])
    const visit = new Visit()
    const { stdout } = await run('ffprobe', ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0', talk])
    visit.period = Number(stdout)
    return visit
  }

  /** So many seconds of the visit, over and over, that end at second `end` of it. */
  async recording(seconds, end = this.period) {
    const start = (((end - seconds) % this.period) + this.period) % this.period
    const loops = Math.ceil((start + seconds) / this.period)
    const sound = ['-stream_loop', String(loops), '-i', talk, '-ss', String(start), '-t', String(seconds)]
    const webm = ['-ar', '48000', '-c:a', 'libopus', '-b:a', '32k', '-f', 'webm', '-live', '1', '-cluster_time_limit', '1000', 'pipe:1']
    const { stdout } = await run('ffmpeg', ['-v', 'error', ...sound, ...webm], { encoding: 'buffer', maxBuffer: 64 << 20 })
    return stdout
  }
}

/** What came of `bytes` in second `second` of a recording that is `seconds` long. */
export const pieceOf = (bytes, second, seconds) =>
  bytes.subarray(Math.floor((bytes.length * second) / seconds), Math.floor((bytes.length * (second + 1)) / seconds))
