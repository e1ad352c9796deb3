// Pages about the API: of the description, and of each kind of problem.
import { afterAll, expect, test } from 'vitest'
import { commonProblems } from '#kernel/problem-titles.ts'
import { startWhole } from '#tests/support/product.ts'

const app = await startWhole()
afterAll(() => app.stop())

const asPerson = (url: string) => app.http.inject({ url, headers: { accept: 'text/html,*/*;q=0.8' } })
const kinds = [
  ...new Set([...Object.keys(commonProblems), ...app.calls.flatMap(({ endpoint }) => endpoint.refusals)]),
]

test('every kind of problem has a page for people and JSON for programs', async () => {
  for (const kind of kinds) {
    const page = await asPerson(`/problems/${kind}`)
    expect([kind, page.statusCode, page.headers['content-type']]).toEqual([
      kind,
      200,
      'text/html; charset=utf-8',
    ])
    expect(page.body).toContain('Qué hacer')
    expect(page.body, kind).not.toMatch(/undefined|NaN|\[object/)
    // Its title is a sentence, never the bare kind.
    expect(page.body).not.toContain(`<h1>${kind}</h1>`)
    const { status, body } = await app.ask(`/problems/${kind}`)
    expect([status, body.type]).toEqual([200, `/problems/${kind}`])
  }
})

test('a kind that does not exist has no page', async () => {
  for (const kind of ['unheard_of', '__proto__', '..%2f..', '%3Cscript%3E', 'x'.repeat(500)]) {
    const page = await asPerson(`/problems/${kind}`)
    expect([kind, page.statusCode]).toEqual([kind, 404])
    expect(page.headers['content-type']).toContain('application/problem+json')
  }
})

test('the page of the description brings no script of its own and asks nobody else', async () => {
  const page = await asPerson('/api/docs')
  expect(page.statusCode).toBe(200)
  const policy = String(page.headers['content-security-policy'])
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toMatch(/unsafe|https?:|\*/)
  expect(page.body).not.toMatch(/<script(?![^>]*\ssrc="\/)|<style|\son\w+=|\sstyle=|https?:\/\//)
})
