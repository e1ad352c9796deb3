import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { oneForMany, type RunningServer, startServer } from '#tests/support/server.ts'
import { talkTo } from '#tests/support/talk.ts'

const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'visto-bueno-crash-'))
fs.chmodSync(dataDir, 0o755)
let server: RunningServer | undefined
afterAll(async () => {
  await server?.stop()
  fs.rmSync(dataDir, { recursive: true, force: true })
})

type Sent = { readonly key: string; readonly name: string; id: string | null }

const orderNamed = (name: string) => ({
  projectId: 'PRJ-001',
  type: 'gasto',
  name,
  providerId: 'PRV-001',
  amountMinor: '100',
  duplicateReason: 'Son muchos iguales',
})

/** Sends orders without pause until the server is gone; remembers which were acknowledged. */
async function submitUntilGone(talk: ReturnType<typeof talkTo>, as: string, worker: number, sent: Sent[]) {
  for (let turn = 0; ; turn++) {
    const it: Sent = { key: `clave-${worker}-${turn}-larga`, name: `Pedido ${worker}-${turn}`, id: null }
    sent.push(it)
    const answer = await talk.post('/api/documents', as, orderNamed(it.name), it.key).catch(() => null)
    if (!answer) return
    if (answer.status === 200) it.id = answer.body.id
  }
}

describe('a server killed while it takes orders', () => {
  it('loses none that it acknowledged and makes none twice', { timeout: 120_000 }, async () => {
    server = await startServer({ DATA_DIR: dataDir, ...oneForMany })
    const as = await talkTo(server.origin).signIn('cliente')
    const sent: Sent[] = []
    const talk = talkTo(server.origin)
    const workers = Array.from({ length: 8 }, (_, worker) => submitUntilGone(talk, as, worker, sent))
    await expect.poll(() => sent.filter(it => it.id).length, { timeout: 30_000 }).toBeGreaterThan(60)
    await server.kill()
    await Promise.all(workers)

    server = await startServer({ DATA_DIR: dataDir, ...oneForMany })
    const again = talkTo(server.origin)
    const back = await again.signIn('cliente')
    for (const it of sent) {
      // A careful client repeats a request whose answer it never got, under the same key.
      const answer = await again.post('/api/documents', back, orderNamed(it.name), it.key)
      expect(answer.status).toBe(200)
      if (it.id) expect(answer.body.id).toBe(it.id)
      const found = await again.get(`/api/documents?q=${encodeURIComponent(it.name)}&limit=200`, back)
      const same = found.body.items.filter((item: { name: string }) => item.name === it.name)
      expect(same).toHaveLength(1)
    }
  })
})
