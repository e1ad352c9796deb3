// The requests of `npm run bench` in the data that `data.sql` makes: who asks what of our program, and the same of the
// raw server.
import type { Role } from '#kernel/actor.ts'
import type { Shot } from './load.ts'
import { type Issuer, id, type Person, signTokens } from './tokens.ts'

/** Fewer make a quicker try of the bench itself. */
export const companies = Number(process.env.BENCH_COMPANIES ?? 100)
const ordersEach = 1000
export const emails = Array.from({ length: companies * 6 }, (_, index) =>
  email(1 + Math.floor(index / 6), 1 + (index % 6)),
)

/** The same request to our program and to the raw server. */
export type Asked = { readonly ours: Shot; readonly raw: Shot }

export type Reader = 'client' | 'admin' | 'approver'
const places: { readonly [reader in Reader]: number } = { admin: 1, client: 2, approver: 3 }

export type People = { readonly [reader in Reader]: readonly Person[] }

export async function openPeople(issuer: Issuer): Promise<People> {
  return {
    admin: await peopleIn(places.admin, 'admin', issuer),
    client: await peopleIn(places.client, 'client', issuer),
    approver: await peopleIn(places.approver, 'approver', issuer),
  }
}

/** The three approvers of every order: of each company the first, the second, the third. */
export async function openApprovers(issuer: Issuer): Promise<readonly (readonly Person[])[]> {
  return Promise.all([3, 4, 5].map(place => peopleIn(place, 'approver', issuer)))
}

/** The person in this place of every company. */
function peopleIn(place: number, role: Role, issuer: Issuer): Promise<Person[]> {
  const all = Array.from({ length: companies }, (_, index) => {
    const user = id(`user${index + 1}-${place}`)
    return {
      company: id(`company${index + 1}`),
      user,
      email: email(index + 1, place),
      role,
      name: `Persona ${place}`,
      clientId: role === 'client' ? user : null,
      providerId: null,
    }
  })
  return signTokens(all, issuer)
}

function email(company: number, place: number): string {
  return `u${company}.${place}@bench.example`
}

/** The approver of a company that the data made to be approved in. */
export async function openHotApprover(n: number, issuer: Issuer): Promise<Person> {
  const whose = { company: id(`hot${n}`), user: id(`hotuser${n}-2`), email: `h${n}.2@bench.example` }
  const known = { role: 'approver' as const, name: 'Persona 2', clientId: null, providerId: null }
  const [person] = await signTokens([{ ...whose, ...known }], issuer)
  if (!person) throw new Error('nobody')
  return person
}

type Addresses = { readonly ours: string; readonly raw: string }

/** Addresses of each read; a place in the data gives each company others. */
const reads = {
  'list of 50, filtered, searched': () => [
    { ours: '/api/documents?type=gasto&status=pending&q=diseno', raw: '/list?type=gasto&q=diseno' },
  ],
  'one order with its approvals': place =>
    Array.from({ length: 10 }, (_, index) => {
      const number = 1 + ((place * 7 + index * 101) % ordersEach)
      const project = `PRJ-${pad(((number - 1) % 10) + 1)}`
      return {
        ours: `/api/projects/${project}/documents/DOC-${pad(number)}`,
        raw: `/document/DOC-${pad(number)}`,
      }
    }),
  'tab counts': () => [{ ours: '/api/documents/counts?type=gasto', raw: '/counts?type=gasto' }],
  'contract balance': () =>
    [1, 2, 3, 4, 5].map(number => ({
      ours: `/api/contracts/CTR-${pad(number)}`,
      raw: `/balance/CTR-${pad(number)}`,
    })),
} satisfies { readonly [name: string]: (place: number) => readonly Addresses[] }

export type Read = keyof typeof reads

/** Every request of a read by these people. */
export function requestsFor(read: Read, reader: Reader, people: People): readonly Asked[] {
  return people[reader].flatMap(({ company, user, token }, place) =>
    reads[read](place).map(({ ours, raw }) => ({
      ours: get(token, ours),
      raw: get(`${company}.${user}.${reader}`, raw),
    })),
  )
}

function get(bearer: string, address: string): Shot {
  return { head: `GET ${address} HTTP/1.1\r\nauthorization: Bearer ${bearer}\r\n` }
}

export function anyShot(shots: readonly Shot[]): () => Shot {
  return () => {
    const shot = shots[Math.floor(Math.random() * shots.length)]
    if (!shot) throw new Error('nothing to ask')
    return shot
  }
}

type Decide = (approver: Person, documentId: string) => Shot

/** Each open seat of a third of the orders, once. */
export function decisions(
  approvers: readonly (readonly Person[])[],
  third: 0 | 1 | 2,
  shot: Decide,
): () => Shot {
  const numbers = Array.from({ length: ordersEach }, (_, index) => index + 1).filter(
    number => number % 10 < 6 && Math.floor(number / 10) % 3 === third,
  )
  let turn = 0
  return () => {
    const seat = turn++
    const list = approvers[Math.floor(seat / (companies * numbers.length))]
    const person = list?.[seat % companies]
    const number = numbers[Math.floor(seat / companies) % numbers.length]
    if (!person || number === undefined) throw new Error('every seat has been decided: shorten the bench')
    return shot(person, `DOC-${pad(number)}`)
  }
}

/** Approves the orders of one company, one after the other. */
export function eachOnce(approver: Person, count: number): () => Shot {
  let number = 0
  return () => {
    if (number === count) throw new Error('every order has been approved: shorten the bench')
    return decide(approver, `DOC-${pad(++number)}`)
  }
}

const decision = '{"revision":1,"decision":"approve"}'

export function decide({ token }: Person, documentId: string): Shot {
  const key = `bench-${token.slice(-12)}-${documentId}`
  const headers = `authorization: Bearer ${token}\r\ncontent-type: application/json\r\nidempotency-key: ${key}\r\n`
  return { head: `POST /api/documents/${documentId}/decision HTTP/1.1\r\n${headers}`, body: decision }
}

/** A decision of the raw server: by its own statements, or by one call of the database. */
export function rawDecide(way: 'decide' | 'call'): Decide {
  return ({ company, user }, documentId) => ({
    head: `POST /${way}/${documentId} HTTP/1.1\r\nauthorization: Bearer ${company}.${user}\r\n`,
    body: decision,
  })
}

function pad(number: number): string {
  return String(number).padStart(3, '0')
}
