// Talks to a program over the network, as a browser would.
import { setTimeout as sleep } from 'node:timers/promises'
import { demoPassword } from '#demo/password.ts'

export type Answer = { readonly status: number; readonly body: ReturnType<typeof JSON.parse> }
export type Talk = ReturnType<typeof talkTo>

type TalkOptions = {
  /** True where the program's busy machine is not what is tried: 503 with `Retry-After` is asked again, as screens do. */
  readonly isPatient?: boolean
}

export function talkTo(origin: string, { isPatient = false }: TalkOptions = {}) {
  const ask = async (path: string, init: RequestInit = {}, tries = isPatient ? 5 : 1): Promise<Answer> => {
    const answer = await fetch(origin + path, init)
    const wait = answer.headers.get('retry-after')
    if (answer.status === 503 && wait !== null && tries > 1) {
      await sleep(Number(wait) * 1000)
      return ask(path, init, tries - 1)
    }
    const text = await answer.text()
    return { status: answer.status, body: text === '' ? null : JSON.parse(text) }
  }
  const tryToSignIn = (name: string): Promise<Answer> =>
    ask('/auth/v1/token?grant_type=password', {
      method: 'POST',
      headers: { 'content-type': 'application/json', apikey: 'sb_publishable_visto_bueno' },
      body: JSON.stringify({ email: `${name}@demo.example`, password: demoPassword }),
    })
  const signIn = async (name: string): Promise<string> => (await tryToSignIn(name)).body.access_token
  const get = (path: string, as: string) => ask(path, { headers: { authorization: `Bearer ${as}` } })
  const write = (method: 'POST' | 'PUT', path: string, as: string, body: object, key: string) =>
    ask(path, {
      method,
      headers: { authorization: `Bearer ${as}`, 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(body),
    })
  const post = (path: string, as: string, body: object, key: string = crypto.randomUUID()) =>
    write('POST', path, as, body, key)
  const put = (path: string, as: string, body: object) => write('PUT', path, as, body, crypto.randomUUID())
  const upload = (as: string, name: string, bytes: Uint8Array<ArrayBuffer>) => {
    const form = new FormData()
    form.set('file', new Blob([bytes]), name)
    return ask('/api/files', { method: 'POST', headers: { authorization: `Bearer ${as}` }, body: form })
  }
  return { origin, ask, signIn, tryToSignIn, get, post, put, upload }
}
