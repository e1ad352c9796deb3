import { useState } from 'react'
import { newId } from '#kernel/ids.ts'
import { ApiProblem, callHeaders, failureMessage, NetworkProblem, problemFrom } from '#ui/api.ts'

export type Upload<Result> = {
  readonly id: string
  readonly file: File
  /** Sent part, from 0 to 1. */
  readonly progress: number
  readonly state: 'sending' | 'done' | 'failed'
  readonly message?: string
  /** True for a file refused before its upload: a retry would not help. */
  readonly isRefused?: boolean
  readonly result?: Result
}

type UploadOptions<Result> = {
  /** Address to which it is sent, for all files or for each. */
  path: string | ((file: File) => string)
  /** Parses the server's answer. */
  read: (answer: unknown) => Result
  /** Refuses a file before its upload, with the reason. */
  check?: (file: File) => string | undefined
  /** Step that follows each upload; when it fails, the upload has failed. */
  after?: (result: Result) => Promise<unknown>
}

/** Uploads of files: each starts as soon as its file is chosen, and can be retried or removed. */
export function useUploads<Result>({ path, read, check, after }: UploadOptions<Result>) {
  const [uploads, setUploads] = useState<readonly Upload<Result>[]>([])
  const change = (id: string, next: Partial<Upload<Result>>) =>
    setUploads(all => all.map(upload => (upload.id === id ? { ...upload, ...next } : upload)))

  const send = async ({ id, file }: { id: string; file: File }) => {
    try {
      const address = typeof path === 'string' ? path : path(file)
      const answer = await post(address, file, progress => change(id, { progress }))
      const result = read(answer)
      await after?.(result)
      change(id, { state: 'done', progress: 1, result })
    } catch (error) {
      change(id, { state: 'failed', message: failureMessage(error) })
    }
  }
  const add = (files: readonly File[]) => {
    for (const file of files) {
      const id = newId()
      const refusal = check?.(file)
      const state = refusal === undefined ? 'sending' : 'failed'
      const upload = {
        id,
        file,
        progress: 0,
        state,
        ...(refusal !== undefined && { message: refusal, isRefused: true }),
      } as const
      setUploads(all => [...all, upload])
      if (refusal === undefined) void send(upload)
    }
  }
  const retry = (id: string) => {
    const upload = uploads.find(each => each.id === id)
    if (!upload || upload.isRefused) return
    change(id, { state: 'sending', progress: 0 })
    void send(upload)
  }
  const remove = (id: string) => setUploads(all => all.filter(upload => upload.id !== id))
  return { uploads, add, retry, remove }
}

/** Upload by XMLHttpRequest, because fetch does not report how much has been sent. */
async function post(path: string, file: File, onProgress: (part: number) => void): Promise<unknown> {
  const headers = await callHeaders()
  const body = new FormData()
  body.append('file', file, file.name)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', path)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = event => event.lengthComputable && onProgress(event.loaded / event.total)
    request.onerror = () => reject(new NetworkProblem('Se ha cortado la conexión. Vuelve a intentarlo.'))
    request.onload = () => {
      const answer = json(request.responseText)
      if (request.status < 300) resolve(answer)
      else reject(new ApiProblem(problemFrom(answer, request.status)))
    }
    request.send(body)
  })
}

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
