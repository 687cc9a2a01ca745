// A bare realtime client: one socket, one channel, what it was told and when. Thousands fit into one process.
import WebSocket from 'ws'

export class Listener {
  constructor(scriba, doctor, binding) {
    this.address = `${scriba.url.replace('http', 'ws').replace('localhost', '127.0.0.1')}/realtime/v1/websocket?apikey=${scriba.key}&vsn=1.0.0`
    this.token = doctor.session.access_token
    this.binding = { event: '*', schema: 'public', ...binding }
    /** The changes heard: `{at, data}`, the time by performance.now(). */
    this.heard = []
  }

  /** Joins; goes on when the server has said that the changes come. */
  open() {
    return new Promise((done, fail) => {
      this.socket = new WebSocket(this.address, { perMessageDeflate: false })
      this.socket.once('error', fail)
      this.socket.once('open', () => {
        const payload = { config: { postgres_changes: [this.binding] }, access_token: this.token }
        this.socket.send(JSON.stringify({ topic: 'realtime:changes', event: 'phx_join', payload, ref: '1', join_ref: '1' }))
      })
      this.socket.on('message', (text) => {
        const { event, payload } = JSON.parse(text)
        if (event === 'postgres_changes') this.heard.push({ at: performance.now(), data: payload.data })
        if (event === 'system' && payload.status === 'ok') done(this)
        if (event === 'system' && payload.status === 'error') fail(new Error(payload.message))
      })
    })
  }

  close() {
    this.socket.terminate()
  }
}
