// People at work while something is changed under them: they sign in, make and approve orders, keep and open files and ask
// for mails, with hardly a pause, and note everything that was not as it should be.
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { simplePdf } from '#features/samples/rules/simple-pdf.ts'
import { type Answer, type Talk, talkTo } from '#tests/support/talk.ts'

/** Log of what people met. */
class Notes {
  /** Orders by name, and their ids. */
  readonly made = new Map<string, string>()
  /** Answers that were not as they should be. */
  readonly faults: string[] = []
  /** Times that somebody who was in had to sign in again. */
  signedOut = 0
  files = 0
  reads = 0
  mails = 0
  isOver = false

  accept(doing: string, answer: Answer): Answer['body'] {
    if (answer.status !== 200) this.faults.push(`${doing}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body
  }
}

export type SteadyWork = Pick<Notes, 'made' | 'faults' | 'signedOut' | 'mails'> & {
  /** Until so many more orders were made, and files, lists and mails besides. */
  goesOn(more?: number): Promise<void>
  everybodySignsIn(): Promise<void>
  end(): Promise<void>
}

/** Somebody with a session of their own, begun anew once it is refused. */
class Person {
  readonly #talk: Talk
  readonly #name: string
  readonly #notes: Notes
  #session: Promise<string> | null = null

  constructor(talk: Talk, name: string, notes: Notes) {
    this.#talk = talk
    this.#name = name
    this.#notes = notes
  }

  async signIn(): Promise<void> {
    await this.#begin()
  }

  /** Sends a request; what is refused to a token is sent again with a new one, until all nodes know its key. */
  async does(doing: string, ask: (as: string) => Promise<Answer>): Promise<Answer['body']> {
    let session = this.#session ?? this.#begin()
    let answer = await ask(await session)
    for (let tries = 0; answer.status === 401 && tries < 12; tries++) {
      this.#notes.signedOut++
      await sleep(tries * 200)
      // Whoever does several things at once signs in once for all of them.
      if (this.#session === session) this.#begin()
      session = this.#session ?? session
      answer = await ask(await session)
    }
    return this.#notes.accept(doing, answer)
  }

  #begin(): Promise<string> {
    const begun = this.#talk.tryToSignIn(this.#name).then(answer => {
      const body = this.#notes.accept(`${this.#name} signing in`, answer)
      return body?.access_token ?? ''
    })
    this.#session = begun
    return begun
  }
}

export function startSteadyWork(origin: string): SteadyWork {
  const talk = talkTo(origin, { isPatient: true })
  const notes = new Notes()
  const person = (name: string) => new Person(talk, name, notes)
  const work = Promise.all([
    makeOrders(1, talk, notes, person),
    makeOrders(2, talk, notes, person),
    keepFiles(talk, notes, people.map(person)),
    look(talk, notes, person('empresa')),
    askForMails(talk, notes),
  ])
  work.catch(() => {}) // whoever ends it hears of it
  return Object.assign(notes, {
    goesOn: async (more = 4) => {
      const { made, files, reads, mails } = notes
      const from = { orders: made.size, files, reads, mails }
      const least = () =>
        Math.min(made.size - from.orders, notes.files - files, notes.reads - reads, notes.mails - mails)
      const isDone = async () => {
        await expect.poll(least, { timeout: 60_000 }).toBeGreaterThanOrEqual(more)
      }
      await Promise.race([work, isDone()])
    },
    everybodySignsIn: async () => {
      await Promise.all(people.map(name => person(name).signIn()))
    },
    end: async () => {
      notes.isOver = true
      await work
    },
  })
}

/**
 * Pause of each between two rounds: five work at once, so that some request is always under way, and the programs that
 * start meanwhile have a part of the machine.
 */
const betweenMs = 200

const people = ['marta', 'diego', 'lucia', 'tesoreria', 'empresa', 'cliente']

type People = (name: string) => Person

/** One order after the other, each sent again under its key, and approved. */
async function makeOrders(worker: number, talk: Talk, notes: Notes, person: People): Promise<void> {
  const client = person('cliente')
  const approvers = [person('marta'), person('diego')]
  for (let turn = 0; !notes.isOver; turn++) {
    const name = `Cambio ${worker}-${turn}.`
    const order = { projectId: 'PRJ-001', type: 'gasto', name, providerId: 'PRV-001', amountMinor: '100' }
    const body = { ...order, duplicateReason: 'Son entregas distintas' }
    const submit = (as: string) => talk.post('/api/documents', as, body, `cambio-${worker}-${turn}-clave`)
    const made = await client.does('submitting', submit)
    notes.made.set(name, made?.id)
    const decision = { revision: 1, decision: 'approve' }
    for (const approver of approvers)
      await approver.does('approving', as => talk.post(`/api/documents/${made?.id}/decision`, as, decision))
    const again = await client.does('submitting again', submit)
    if (again?.id !== made?.id) notes.faults.push(`${name}: another id`)
    await sleep(betweenMs)
    // Passwords are compared, too.
    if (turn % 5 === 4) await client.signIn()
  }
}

/** One file after the other is kept, by one person after the other, and opened by its link. */
async function keepFiles(talk: Talk, notes: Notes, persons: readonly Person[]): Promise<void> {
  const pdf = new Uint8Array(simplePdf(['Comprobante']))
  for (let turn = 0; !notes.isOver; turn++) {
    const person = persons[turn % persons.length]
    if (!person) throw new Error('nobody')
    const kept = await person.does('keeping a file', as => talk.upload(as, 'prueba.pdf', pdf))
    const link = await person.does('linking it', as => talk.get(`/api/files/${kept?.id}/link`, as))
    if (!link?.url) continue
    const opened = await openPatiently(talk.origin + link.url)
    if (opened.status !== 200 || !Buffer.from(await opened.arrayBuffer()).equals(pdf))
      notes.faults.push(`opening a file: ${opened.status}`)
    notes.files++
    await sleep(betweenMs)
  }
}

/** As a browser does, which comes again when it was told to. */
async function openPatiently(url: string, tries = 5): Promise<Response> {
  const answer = await fetch(url)
  if (answer.status !== 503 || tries === 1) return answer
  await sleep(Number(answer.headers.get('retry-after') ?? 1) * 1000)
  return openPatiently(url, tries - 1)
}

/** Lists, many at once, so that new connections are needed. */
async function look(talk: Talk, notes: Notes, person: Person): Promise<void> {
  while (!notes.isOver) {
    const urls = Array.from({ length: 12 }, (_, index) => (index % 2 ? '/api/projects' : '/api/documents'))
    await Promise.all(urls.map(url => person.does(url, as => talk.get(url, as))))
    notes.reads++
    // Each round is twelve requests.
    await sleep(3 * betweenMs)
  }
}

/** Links to set a password anew, which leave as mails. */
async function askForMails(talk: Talk, notes: Notes): Promise<void> {
  for (let turn = 0; !notes.isOver; turn++) {
    const body = JSON.stringify({ email: `${people[turn % people.length]}@demo.example` })
    const headers = { 'content-type': 'application/json' }
    notes.accept('asking for a mail', await talk.ask('/auth/v1/recover', { method: 'POST', headers, body }))
    notes.mails++
    await sleep(betweenMs)
  }
}
