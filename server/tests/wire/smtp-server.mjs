// A mail server (the part of RFC 5321 that a client needs) that keeps what it takes: everything, or, when it greylists,
// each receiver's mails after so many tries. While it is closed it sends everybody away.
import { once } from 'node:events'
import { createServer } from 'node:net'

export async function startSmtpServer({ greylists = 0, closed = false } = {}) {
  const mails = []
  const door = { closed, sentAway: 0 }
  const refusals = new Map()
  const server = createServer((socket) => {
    let buffer = ''
    let mail
    const answer = (line) => socket.write(`${line}\r\n`)
    const take = (line) => {
      const verb = line.slice(0, 4).toUpperCase()
      if (verb === 'MAIL') mail = { from: /<(.*?)>/.exec(line)[1], to: [], data: undefined }
      const receiver = verb === 'RCPT' ? /<(.*?)>/.exec(line)[1] : undefined
      const refused = refusals.get(receiver) ?? 0
      if (receiver && refused < greylists) {
        refusals.set(receiver, refused + 1)
        return answer('450 4.7.1 come back later')
      }
      if (receiver) mail.to.push(receiver)
      if (verb === 'DATA') mail.data = ''
      answer(verb === 'DATA' ? '354 go on' : verb === 'QUIT' ? '221 bye' : '250 ok')
      if (verb === 'QUIT') socket.end()
    }
    socket.setEncoding('utf8')
    socket.on('error', () => {})
    socket.on('data', (text) => {
      buffer += text
      for (let end = buffer.indexOf('\r\n'); end >= 0; end = buffer.indexOf('\r\n')) {
        const line = buffer.slice(0, end)
        buffer = buffer.slice(end + 2)
        if (mail?.data === undefined) {
          take(line)
        } else if (line === '.') {
          mails.push(mail)
          mail = undefined
          answer('250 taken')
        } else {
          mail.data += `${line.replace(/^\.\./, '.')}\r\n`
        }
      }
    })
    if (door.closed) {
      door.sentAway += 1
      socket.end('421 4.3.2 closed\r\n')
      return
    }
    answer('220 ready')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { mails, door, url: `smtp://127.0.0.1:${server.address().port}`, stop: () => server.close() }
}
