/** The API's description as a document, as a page, and a page for each kind of problem. */
import type { FastifyInstance } from 'fastify'
import { describeApi, type Slices } from '#app/description/describe.ts'
import { docsPage, docsPolicy } from '#app/description/docs-page.ts'
import { otherRefusals } from '#app/description/other-calls.ts'
import { machineProblem, problemPage } from '#app/description/problem-page.ts'
import { sliceTags } from '#app/description/tags.ts'
import { product } from '#app/product.ts'
import { problemKinds } from '#server/openapi/problem-kinds.ts'
import { commonProblem } from '#server/problems.ts'

const html = 'text/html; charset=utf-8'
const anHour = 'public, max-age=3600'

export function mountDescription(http: FastifyInstance, slices: Slices): void {
  const problems = problemKinds(Object.values(slices).flat(), otherRefusals)
  let document: Promise<object> | undefined
  http.get('/api/openapi.json', async (_request, reply) => {
    // Made when somebody first asks: the server starts without it.
    document ??= describeApi({ product, slices, problems })
    reply.header('cache-control', 'no-cache')
    return document
  })
  http.get('/api/docs', async (_request, reply) =>
    reply
      .type(html)
      .headers({ 'content-security-policy': docsPolicy, 'cache-control': anHour })
      .send(docsPage(product)),
  )
  http.get<{ Params: { kind: string } }>('/problems/:kind', async ({ params, headers }, reply) => {
    const problem = problems.get(params.kind)
    if (!problem) throw commonProblem('not_found')
    reply.headers({ 'cache-control': anHour, vary: 'accept' })
    const isForPeople = headers.accept?.includes('text/html') ?? false
    if (!isForPeople) return reply.send(machineProblem(problem))
    const called = Object.entries(slices).flatMap(([slice, routes]) =>
      routes.filter(route => problem.calls.includes(route)).map(({ endpoint }) => ({ slice, endpoint })),
    )
    const tags = new Map<string, { name: string }>(Object.entries(sliceTags))
    const calls = called.map(({ slice, endpoint }) => ({ tag: tags.get(slice)?.name ?? slice, endpoint }))
    return reply.type(html).send(problemPage(product, problem, calls))
  })
}
