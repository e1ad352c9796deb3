// A browser of somebody who has signed in, without going through the form.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterSignIn } from '../../src/app/sign-in/home-after-sign-in.ts'

/** Storage of the official client in the browser of somebody who has signed in. */
export async function signedIn(origin: string, email: string, password: string) {
  const answer = await patiently(() =>
    fetch(`${origin}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', apikey: 'sb_publishable_visto_bueno' },
      body: JSON.stringify({ email, password }),
    }),
  )
  const session = await answer.json()
  if (answer.status !== 200) throw new Error(`${email}: ${JSON.stringify(session)}`)
  const name = `sb-${new URL(origin).hostname.split('.')[0]}-auth-token`
  const home = afterSignIn(session.user.app_metadata.role, undefined)
  return { home, kept: { origin, name, value: JSON.stringify(session) } }
}

/** A busy machine is not what is tried: whoever is told to come again does. */
async function patiently(ask: () => Promise<Response>): Promise<Response> {
  for (let tries = 1; ; tries++) {
    const answer = await ask()
    const wait = answer.headers.get('retry-after')
    if (answer.status !== 503 || wait === null || tries === 5) return answer
    await sleep(Number(wait) * 1000)
  }
}

/** Into the browser's first page, and no later one: whoever signs out is out. The runner's own way opens a page for it. */
export function bring({ origin, name, value }: { origin: string; name: string; value: string }): void {
  // A frame, as of the viewer of files, may have no place to keep anything.
  if (window.top !== window || location.origin !== origin || localStorage.getItem('brought')) return
  localStorage.setItem('brought', 'yes')
  localStorage.setItem(name, value)
}
