// An upload as a browser sends it.
import { expect } from 'vitest'
import type { TestApp } from '#tests/support/app.ts'

/** Id of the file that this session has uploaded. */
export async function uploadFile(
  app: TestApp,
  as: string,
  bytes: Uint8Array,
  name = 'factura ñ.pdf',
): Promise<string> {
  const { status, body } = await sendFile(app, as, bytes, name)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.id
}

/** The answer to a file that this session sends. */
export async function sendFile(
  app: TestApp,
  as: string,
  bytes: Uint8Array,
  name = 'factura ñ.pdf',
  url = '/api/files',
) {
  const boundary = 'frontera'
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`
  const answer = await app.http.inject({
    method: 'POST',
    url,
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      authorization: `Bearer ${as}`,
    },
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  })
  return { status: answer.statusCode, body: answer.json() }
}
