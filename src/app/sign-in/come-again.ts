import type { SignInAnswer } from '#app/session.ts'
import { isBusy } from '#features/identity/web/text.ts'

/** Waits before the second and the third attempt: the server asks for two seconds at least. */
const waitsMs = [2_000, 4_000] as const

type Waiting = {
  /** Tells the person that the form waits, and why. */
  onWait: () => void
  wait?: (ms: number) => Promise<void>
}

/** Answer of a sign-in that a busy server is asked for three times at most, as the reads of every screen are. */
export async function comeAgain(
  ask: () => Promise<SignInAnswer>,
  { onWait, wait = waitFor }: Waiting,
): Promise<SignInAnswer> {
  for (const ms of waitsMs) {
    const answer = await ask()
    if (answer.kind !== 'refused' || !isBusy(answer.failure)) return answer
    onWait()
    await wait(ms)
  }
  return ask()
}

const waitFor = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))
