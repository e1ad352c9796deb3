import fs from 'node:fs'
import { test } from './journey.ts'
import { addressesOf, screens } from './screens.ts'
test('crawl', async ({ as }) => {
  test.setTimeout(600_000)
  const page = await as('auditoria@demo.example')
  const out: string[] = []
  page.on('response', answer => { if (answer.status() >= 400) out.push(`   !! ${answer.status()} ${answer.url()}`) })
  const list = [...screens.company['empresa@demo.example'], '/empresa/projects/PRJ-001/documents/DOC-003', '/empresa/projects/PRJ-001/documents/DOC-006','/empresa/projects/PRJ-001/documents/DOC-007','/empresa/projects/PRJ-001/documents/DOC-010']
  for (const address of await addressesOf(page, list)) {
    await page.goto(address)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.waitForTimeout(900)
    const found = await page.locator('main').locator('button:not([disabled]):not([aria-disabled=true]), a[href], input:not([disabled]), select:not([disabled]), textarea:not([disabled])').evaluateAll(all => all.map(e => `${e.tagName.toLowerCase()}${e instanceof HTMLInputElement ? `:${e.type}` : ''} ${(e.getAttribute('aria-label') ?? e.textContent ?? '').trim().slice(0, 50)}`))
    out.push(`## ${address} -> ${new URL(page.url()).pathname}`)
    for (const f of new Set(found)) if (!/^a .*(DOC|PRJ|CTR|PRV)-|^(input:search|input:date)/.test(f)) out.push(`  ${f}`)
    const name = address.replaceAll('/', '_').slice(0, 60)
    if (/dashboard|DOC-009|DOC-006|DOC-003|settings$|people|received|draft|month|bank$|R-001|PRV|CTR|PRJ-001$|permissions/.test(address)) await page.screenshot({ path: `/tmp/shots/${name}.png`, fullPage: true })
  }
  fs.writeFileSync('/tmp/crawl.txt', out.join('\n'))
})
