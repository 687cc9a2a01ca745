// Many doctors who record at the same time, each in real TUS (tus.io 1.0.0, deferred length), piece by piece.
import { setTimeout as pause } from 'node:timers/promises'
import { Recorder } from './recorder.mjs'

// Their minutes of the free plan suffice for visits of one minute.
const recordingsOfADoctor = 20
const signUpsAtOnce = 10

async function addDoctor(scriba, number) {
  const doctor = await scriba.signUp(`doctor${number}@example.org`)
  const { data, error } = await doctor.client.from('patients').insert({ first_name: 'Maria', last_name: 'Rossi', birth_date: '1970-01-01', gender: 'female' }).select().single()
  if (error) throw error
  return { ...doctor, patient: data, recorders: [] }
}

export class Crowd {
  /** `recordings` of them, by as many doctors as that takes. */
  static async gather(scriba, recordings) {
    const crowd = new Crowd()
    const doctors = Math.ceil(recordings / recordingsOfADoctor)
    crowd.doctors = []
    for (let at = 0; at < doctors; at += signUpsAtOnce) {
      const numbers = Array.from({ length: Math.min(signUpsAtOnce, doctors - at) }, (_, i) => at + i)
      crowd.doctors.push(...(await Promise.all(numbers.map((number) => addDoctor(scriba, number)))))
    }
    crowd.recorders = Array.from({ length: recordings }, (_, i) => {
      const doctor = crowd.doctors[i % doctors]
      const recorder = new Recorder(scriba, doctor, doctor.patient)
      doctor.recorders.push(recorder)
      return recorder
    })
    return crowd
  }

  /**
   * All record, each the pieces that `piecesOf` has for its number, one each `period` milliseconds, not all at the same
   * moment of it; the last one goes when `stop` says so. `onAppend` hears how long each took. Ends when every recording
   * is complete.
   */
  async record(piecesOf, { period, stop, onAppend = () => undefined }) {
    const begin = Date.now()
    await Promise.all(
      this.recorders.map(async (recorder, number) => {
        const own = begin + (period * number) / this.recorders.length
        const pieces = piecesOf(number)
        await recorder.start()
        for (const [index, piece] of pieces.entries()) {
          await pause(Math.max(0, own + period * (index + 1) - Date.now()))
          const isLast = index === pieces.length - 1
          if (isLast) await stop
          const sent = performance.now()
          await recorder.append(piece, { isLast })
          if (!isLast) onAppend(performance.now() - sent)
        }
      }),
    )
  }

  /** The rows of all recordings. */
  async rows(columns) {
    const answers = await Promise.all(this.doctors.map(({ client }) => client.from('recordings').select(columns)))
    const failed = answers.find(({ error }) => error)
    if (failed) throw failed.error
    return answers.flatMap(({ data }) => data)
  }

  /** Waits until every recording is saved or has failed, and answers the states; throws when nothing moves for `patience`. */
  async settled(patience = 120_000) {
    let [open, since] = [Infinity, Date.now()]
    for (;;) {
      const states = (await this.rows('state')).map(({ state }) => state)
      const left = states.filter((state) => state !== 'saved' && state !== 'failed').length
      if (left === 0) return states
      if (left < open) [open, since] = [left, Date.now()]
      if (Date.now() - since > patience) throw new Error(`${left} of ${states.length} recordings stand still`)
      await pause(1000)
    }
  }
}
