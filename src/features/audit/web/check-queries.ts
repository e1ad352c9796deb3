import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { checkCertificate } from '#features/audit/wire/check.ts'
import { call } from '#ui/api.ts'

export const checkQuery = (code: string) =>
  queryOptions({
    queryKey: ['certificates', 'check', code],
    queryFn: ({ signal }) => call(checkCertificate, { body: { code }, signal }),
  })

export const checkFileMutation = mutationOptions({
  mutationFn: async ({ code, file }: { code: string; file: File }) =>
    call(checkCertificate, { body: { code, fileSha256: await sha256Hex(file) } }),
})

async function sha256Hex(file: File): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()))
  return [...digest].map(byte => byte.toString(16).padStart(2, '0')).join('')
}
