// What a process and its children use, read from /proc.
import { readdirSync, readFileSync } from 'node:fs'

const ticksPerSecond = 100

const stat = (pid) => {
  const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
  return text.slice(text.lastIndexOf(')') + 2).split(' ')
}

const parentOf = (id) => {
  try {
    return stat(id)[1]
  } catch {
    return undefined // it ended meanwhile
  }
}

/** The children of a process, and theirs. */
function childrenOf(pid) {
  const parents = new Map(readdirSync('/proc').filter((id) => /^\d+$/.test(id)).map((id) => [id, parentOf(id)]))
  const below = (id) => [...parents].filter(([, parent]) => parent === id).flatMap(([child]) => [child, ...below(child)])
  return below(String(pid))
}

const kilobytes = (pid, name) => {
  try {
    const line = readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1').split('\n').find((text) => text.startsWith(`${name}:`))
    return Number(/\d+/.exec(line)[0])
  } catch {
    return 0
  }
}

/** Megabytes of the process alone, and with its children; shared pages count in parts (PSS). */
export function memory(pid) {
  const own = kilobytes(pid, 'Pss')
  const children = childrenOf(pid).reduce((sum, child) => sum + kilobytes(child, 'Pss'), 0)
  return { own: own / 1024, total: (own + children) / 1024 }
}

/** Seconds of processor time, the process and all children, those that have ended included. */
export function processorSeconds(pid) {
  const of = (id) => {
    try {
      const [user, system, endedUser, endedSystem] = stat(id).slice(11, 15).map(Number)
      return user + system + endedUser + endedSystem
    } catch {
      return 0
    }
  }
  return [pid, ...childrenOf(pid)].reduce((sum, id) => sum + of(id), 0) / ticksPerSecond
}

/** Bytes that a process has caused to be written to disk. */
export const bytesWritten = (pid) => Number(/^write_bytes: (\d+)/m.exec(readFileSync(`/proc/${pid}/io`, 'latin1'))[1])
