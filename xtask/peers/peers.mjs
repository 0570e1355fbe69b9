// node peers.mjs OUT FILE...: sitemap.js reads the files, and the addresses are written, one a line.
import { createReadStream, createWriteStream } from 'node:fs'
import { once } from 'node:events'
import { XMLToSitemapItemStream } from 'sitemap'

const [out, ...files] = process.argv.slice(2)
const list = createWriteStream(`${out}/all.txt`)
for (const file of files) {
  for await (const item of createReadStream(file).pipe(new XMLToSitemapItemStream())) {
    if (!list.write(`${item.url}\n`)) await once(list, 'drain')
  }
}
list.end()
await once(list, 'finish')
