// Every letter of identity: what it says, in both parts, and what nobody can write into it.
import { describe, expect, test } from 'vitest'
import * as invitations from '#features/identity/text/invitation-letters.ts'
import * as letters from '#features/identity/text/letters.ts'
import type { Letter } from '#kernel/letter.ts'
import { renderMail } from '#server/mail/layout.ts'

const origin = 'https://vb.example'
const url = `${origin}/confirm?type=x&token_hash=abc_-123`
const product = 'Visto Bueno'

type Person = { readonly email: string; readonly name: string; readonly by: string; readonly to: string }
const ana: Person = { email: 'ana@norte.example', name: 'Ana', by: 'Elena Roca', to: 'Talleres Norte' }

type Name = keyof typeof letters | keyof typeof invitations

/** Total: a letter that is born tomorrow does not compile until it stands here. */
const samples: { readonly [name in Name]: (person: Person) => Letter } = {
  recoveryLetter: person => letters.recoveryLetter(person, url),
  companySignInLetter: person => letters.companySignInLetter(person, url),
  confirmationLetter: person => letters.confirmationLetter(person, url),
  alreadyRegisteredLetter: person => letters.alreadyRegisteredLetter(person, url),
  newAddressLetter: person => letters.newAddressLetter(person, 'nueva@norte.example', url),
  pendingAddressLetter: person => letters.pendingAddressLetter(person, url),
  addressAskedLetter: person => letters.addressAskedLetter(person, 'nueva@norte.example', url),
  formerAddressLetter: person => letters.formerAddressLetter(person, 'nueva@norte.example', url),
  passwordChangedLetter: person => letters.passwordChangedLetter(person, url),
  theftLetter: person => letters.theftLetter(person, url),
  secondFactorLetter: person => letters.secondFactorLetter(person, 'off', url),
  passkeyLetter: person => letters.passkeyLetter(person, 'added', { name: person.name, url }),
  recoveryCodeLetter: person => letters.recoveryCodeLetter(person, 3, url),
  invitationLetter: person => invitations.invitationLetter({ ...person, waiting: 2 }, url, product),
  membershipLetter: person => invitations.membershipLetter({ ...person, waiting: 1 }, url, product),
  admissionLetter: person => invitations.admissionLetter(person, url, product),
}

const rendered = (letter: Letter) => renderMail({ ...letter, product, origin })
const leads = (html: string) =>
  [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'))
const tags = (html: string) => html.match(/<\/?[a-z0-9]+/gi)
const plain = (html: string) => html.replaceAll('&#x27;', '’').replaceAll('&amp;', '&')

describe.each(Object.entries(samples))('%s', (_name, sample) => {
  const letter = sample(ana)

  test('says the same in both parts, and the link stands alone on its line', () => {
    const { subject, text, html } = rendered(letter)
    expect(subject).toBe(letter.subject)
    expect(subject.length).toBeLessThanOrEqual(70)
    for (const said of [letter.greeting, ...letter.paragraphs, ...(letter.after ?? [])]) {
      expect(text).toContain(said)
      expect(plain(html)).toContain(said)
    }
    expect(text.split('\n')).toContain(url)
    expect(leads(html)).toEqual([url, url, origin])
    expect(plain(html)).toContain(`>${letter.action?.label}</a>`)
  })

  test('cannot be written by what others typed', () => {
    const evil = '</p></td><h1>Paga aquí</h1><a href="https://malo.example">\n\nhttps://malo.example'
    const { html, text, subject } = rendered(sample({ ...ana, name: evil, by: evil, to: evil }))
    expect(tags(html)).toEqual(tags(rendered(letter).html))
    expect(leads(html)).toEqual([url, url, origin])
    expect(text.split('\n').filter(line => line.startsWith('https://malo'))).toEqual([])
    expect(subject).not.toMatch(/[\r\n]/)
  })
})

test('an invitation says who invites, where to, and how many orders wait', () => {
  const { subject, text } = rendered(samples.invitationLetter(ana))
  expect(subject).toBe('Elena Roca te invita a Talleres Norte en Visto Bueno')
  expect(text).toContain('Te esperan 2 pedidos: los verás al entrar.')
  expect(rendered(samples.membershipLetter(ana)).text).toContain('Te espera 1 pedido: lo verás al entrar.')
  const nothing = invitations.invitationLetter(ana, url, product)
  expect(rendered(nothing).text).not.toMatch(/esper(a|an) \d/)
})
