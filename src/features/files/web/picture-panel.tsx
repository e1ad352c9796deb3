import { useQuery } from '@tanstack/react-query'
import { FileX } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { AttachmentWire } from '#features/documents/wire.ts'
import { filePictureQuery } from '#features/files/web/queries.ts'
import { failureMessage } from '#ui/api.ts'
import { Button } from '#ui/button.tsx'

export const isPdf = (file: AttachmentWire): boolean => file.mediaType === 'application/pdf'

type PicturePanelProps = {
  file: AttachmentWire
  /** Current address of the file, and the one it was first loaded from. */
  url: string
  source: string
}

/**
 * Picture of a file's first page, made by the server where the browser cannot show the file; opens enlarged.
 */
export function PicturePanel({ file, url, source }: PicturePanelProps) {
  const { data, error, isFetching, refetch } = useQuery(filePictureQuery(file.fileId))
  const [isBroken, setBroken] = useState(false)
  const [isLoaded, setLoaded] = useState(false)
  if (data?.isComing || (data === undefined && error === null)) return <InTheMaking />
  if (data === undefined) {
    return (
      <Unavailable
        why={failureMessage(error)}
        action={
          <Button size="sm" busy={isFetching} onClick={() => void refetch()}>
            Reintentar
          </Button>
        }
      />
    )
  }
  if (data.picture === null || isBroken) return <Unavailable />
  const { width, height, pages } = data.picture
  return (
    <Page note={isPdf(file) && `Página 1 de ${pages}`}>
      {!isLoaded && <BlankPage width={width} height={height} />}
      <a href={`${url}?picture=1`} target="_blank" rel="noopener" title="Ampliar">
        <img
          src={`${source}?picture=1`}
          alt={`${isPdf(file) ? 'Primera página' : 'Vista previa'} de ${file.name}`}
          width={width}
          height={height}
          onLoad={() => setLoaded(true)}
          onError={() => setBroken(true)}
          className="absolute inset-0 m-auto h-auto max-h-full w-auto max-w-full border bg-white"
        />
      </a>
    </Page>
  )
}

function Page({ children, note }: { children: ReactNode; note: ReactNode }) {
  return (
    <div className="flex size-full flex-col gap-2 p-3">
      <div className="relative min-h-0 flex-1">{children}</div>
      <p className="figures min-h-5 text-center text-ink-soft text-sm">{note}</p>
    </div>
  )
}

function InTheMaking() {
  return (
    <Page note={<span role="status">Preparando la vista previa…</span>}>
      <BlankPage width={210} height={297} />
    </Page>
  )
}

/** Placeholder with the proportions of a page. */
function BlankPage({ width, height }: { width: number; height: number }) {
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${width} ${height}`}
      className="absolute inset-0 size-full animate-breathe fill-line"
    >
      <rect width={width} height={height} />
    </svg>
  )
}

const cannotBeShown = 'Este navegador no puede mostrar el archivo aquí. Ábrelo o descárgalo.'

export function Unavailable({ why = cannotBeShown, action }: { why?: string; action?: ReactNode }) {
  return (
    <div className="grid size-full grid-cols-1 place-content-center justify-items-center gap-2 p-6 text-center">
      <FileX aria-hidden="true" className="size-6 text-ink-faint" />
      <p className="font-medium">Vista previa no disponible</p>
      <p className="text-ink-soft">{why}</p>
      {action}
    </div>
  )
}
