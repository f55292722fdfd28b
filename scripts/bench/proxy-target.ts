/** What stands behind the proxies that are compared: `PORT=… node proxy-target.ts` answers everything at once with the same kilobyte. */
import { createServer } from 'node:http'

const body = JSON.stringify({ text: '实验'.repeat(170) })
const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }

const server = createServer((request, response) => {
  request.resume()
  response.writeHead(200, headers).end(body)
})
server.listen(Number(process.env['PORT']), '127.0.0.1')
process.once('SIGTERM', () => server.close(() => process.exit(0)) && server.closeAllConnections())
