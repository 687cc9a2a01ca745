// A mail server that takes everything (the part of RFC 5321 that a client needs) and keeps it.
import { once } from 'node:events'
import { createServer } from 'node:net'

export async function startSmtpServer() {
  const mails = []
  const server = createServer((socket) => {
    let buffer = ''
    let mail
    const answer = (line) => socket.write(`${line}\r\n`)
    const take = (line) => {
      const verb = line.slice(0, 4).toUpperCase()
      if (verb === 'MAIL') mail = { from: /<(.*?)>/.exec(line)[1], to: [], data: undefined }
      if (verb === 'RCPT') mail.to.push(/<(.*?)>/.exec(line)[1])
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
    answer('220 ready')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { mails, url: `smtp://127.0.0.1:${server.address().port}`, stop: () => server.close() }
}
