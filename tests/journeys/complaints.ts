// Faults that no screen may have, seen by watching its page: errors in its console, policy reports, answers that are
// our fault. And calls that were refused, for the journeys that provoke none.
import type { Page, Response } from '@playwright/test'

/** An answer of 500 and above. `isAnswered`: the screen asked the same again by itself, and was answered. */
type Fault = { readonly asked: string; line: string; isAnswered: boolean }

export class Complaints {
  readonly #lines: string[] = []
  readonly #faults: Fault[] = []
  readonly #refused: string[] = []

  /** `who`: name of the page in what is complained of. */
  watch(page: Page, who: string): void {
    page.on('pageerror', error => this.#lines.push(`${who}: ${error.message}`))
    page.on('response', response => this.#heard(response, who))
    page.on('console', message => {
      // A refusal of the business is an answer that the screen shows, though the browser writes it in red; a network
      // that is gone, only a journey can bring about; answers of 500 and above are heard as such.
      const isExpected = /status of [45]\d\d|net::ERR_INTERNET_DISCONNECTED/.test(message.text())
      if (message.type() === 'error' && !isExpected)
        this.#lines.push(`${who}: ${message.text()} ${message.location().url}`)
    })
  }

  #heard(response: Response, who: string): void {
    const method = response.request().method()
    const asked = `${method} ${response.url()}`
    const status = response.status()
    if (status >= 400 && status < 500) this.#refused.push(`${who}: ${status} ${asked}`)
    // No disk fills up here: a test has put 507 in the server's mouth.
    if (status < 500 || status === 507) {
      for (const fault of this.#faults) if (fault.asked === asked) fault.isAnswered = true
      return
    }
    const fault = { asked, line: `${who}: ${status} ${asked}`, isAnswered: false }
    this.#faults.push(fault)
    const tell = (body: string) => {
      fault.line += ` ${body}`
    }
    response.text().then(tell, () => {})
  }

  /** Calls that the server refused: on an ordinary day a screen knows what it may ask, and asks nothing else. */
  refused(): readonly string[] {
    return this.#refused
  }

  /**
   * Faults of the screens. A busy program says so with 503, and a screen asks again by itself: a read that was answered
   * then is no fault of the screen, and is only printed.
   */
  all(): readonly string[] {
    const isPassing = ({ asked, line, isAnswered }: Fault) =>
      isAnswered && asked.startsWith('GET ') && line.includes(': 503 ')
    for (const { line } of this.#faults.filter(isPassing)) console.log(`Answered when asked again: ${line}`)
    return [...this.#lines, ...this.#faults.filter(fault => !isPassing(fault)).map(({ line }) => line)]
  }
}
