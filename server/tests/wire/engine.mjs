// The stand-in speech engine (../support/stand_in_engine.mjs) as a process beside the program.
import { spawn } from 'node:child_process'
import { resolve } from 'node:path'

export async function startEngine() {
  const script = resolve(import.meta.dirname, '../support/stand_in_engine.mjs')
  const child = spawn('node', [script, '--until-stdin-ends'], { stdio: ['pipe', 'pipe', 'inherit'] })
  const { port } = JSON.parse(await new Promise((done) => child.stdout.once('data', done)))
  const url = `http://127.0.0.1:${port}`
  const control = (body) => fetch(`${url}/control`, { method: 'POST', body: JSON.stringify(body) })
  const requests = async () => (await (await fetch(`${url}/requests`)).json()).requests
  return { url, control, requests, stop: () => child.stdin.end() }
}
