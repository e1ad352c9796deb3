import { onlineManager, useQuery } from '@tanstack/react-query'
import { Download, ExternalLink } from 'lucide-react'
import {
  type RefObject,
  Suspense,
  useContext,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import type { AttachmentWire } from '#features/documents/wire.ts'
import { isPdf, PicturePanel, Unavailable } from '#features/files/web/picture-panel.tsx'
import { fileLinkQuery, filePictureQuery } from '#features/files/web/queries.ts'
import { invoiceMediaType, isPictured } from '#features/files/wire.ts'
import { counted } from '#kernel/text.ts'
import { failureMessage } from '#ui/api.ts'
import { Button, buttonClasses } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { sizeText } from '#ui/fields/size-text.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { XmlViewerContext } from '#ui/xml-viewer-context.ts'

type PreviewPanelProps = {
  file: AttachmentWire
  /** Height of the preview, as a class: 'h-96' … */
  height?: string
}

/** Preview of a file, with buttons to open it in its own window and to save it. */
export function PreviewPanel({ file, height = 'h-[28rem] sm:h-[36rem]' }: PreviewPanelProps) {
  const link = useQuery(fileLinkQuery(file.fileId))
  const pages = usePages(file)
  // A stale address from the cache may have expired.
  const url = link.isStale && link.isFetching ? undefined : link.data?.url
  // On a phone a page takes the width of the screen.
  const size = classes(
    height,
    isPdf(file) && !navigator.pdfViewerEnabled && 'max-sm:aspect-[2/3] max-sm:h-auto',
  )
  return (
    <figure className="grid grid-cols-1 gap-2">
      <div className={classes('overflow-hidden rounded-lg border bg-sunken', size)}>
        {url !== undefined ? (
          <Preview key={file.fileId} file={file} url={url} />
        ) : link.error ? (
          <Unavailable
            why={failureMessage(link.error)}
            action={
              <Button size="sm" busy={link.isFetching} onClick={() => void link.refetch()}>
                Reintentar
              </Button>
            }
          />
        ) : (
          <Skeleton className={classes('w-full rounded-none', size)} />
        )}
      </div>
      <figcaption className="flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <span className="flex min-w-0 flex-1 basis-40 gap-x-1" title={file.name}>
          <span className="min-w-0 truncate">{file.name}</span>{' '}
          <span className="figures shrink-0 text-ink-faint">
            {pages !== null && `· ${counted(pages, 'página')} `}· {sizeText(file.size)}
          </span>
        </span>
        {url !== undefined && <FileLinks url={url} name={file.name} />}
      </figcaption>
    </figure>
  )
}

/** Number of pages of a PDF in the browser's viewer, which does not say it; null until known, and of any other file. */
function usePages(file: AttachmentWire): number | null {
  const isInViewer = isPdf(file) && navigator.pdfViewerEnabled
  const { data } = useQuery({ ...filePictureQuery(file.fileId), enabled: isInViewer })
  return data?.picture?.pages ?? null
}

function FileLinks({ url, name }: { url: string; name: string }) {
  return (
    <span className="flex gap-2 max-sm:w-full max-sm:*:flex-1">
      <a
        href={url}
        target="_blank"
        rel="noopener"
        aria-label={`Abrir ${name}`}
        className={buttonClasses('quiet', 'sm')}
      >
        <ExternalLink aria-hidden="true" />
        Abrir
      </a>
      <a
        href={`${url}?download=1`}
        aria-label={`Descargar ${name}`}
        className={buttonClasses('secondary', 'sm')}
      >
        <Download aria-hidden="true" />
        Descargar
      </a>
    </span>
  )
}

type PreviewProps = { file: AttachmentWire; url: string }

/**
 * Content of a preview. The address is renewed while the file is shown; the content keeps the one it was loaded
 * from.
 */
function Preview({ file, url }: PreviewProps) {
  const isOnline = useSyncExternalStore(subscribeOnline, isOnlineNow)
  const [source, setSource] = useState(isOnline ? url : null)
  const [isBroken, setBroken] = useState(false)
  const XmlViewer = useContext(XmlViewerContext)
  if (source === null) {
    if (isOnline) setSource(url)
    return <Unavailable why="No hay conexión. Se mostrará cuando vuelva." />
  }
  if (isPdf(file) && navigator.pdfViewerEnabled) {
    return <PdfFrame file={file} source={source} />
  }
  if (file.mediaType.startsWith('image/') && !isBroken) {
    return (
      <img
        src={source}
        alt={`Vista previa de ${file.name}`}
        onError={() => setBroken(true)}
        className="size-full object-contain"
      />
    )
  }
  if (XmlViewer !== null && file.mediaType === invoiceMediaType)
    return (
      <Suspense fallback={<Skeleton className="size-full rounded-none" />}>
        <XmlViewer fileId={file.fileId} />
      </Suspense>
    )
  return isPictured(file.mediaType) ? <PicturePanel file={file} url={url} source={source} /> : <Unavailable />
}

/** Time in which the browser's viewer, once loaded, has surely painted: until then it may be a dark block. */
const viewerPaintsMs = 2000

/** The browser's viewer of a PDF, under the server's picture of its first page until it has painted. */
function PdfFrame({ file, source }: { file: AttachmentWire; source: string }) {
  const { data } = useQuery(filePictureQuery(file.fileId))
  const [isPainted, setPainted] = useState(false)
  const frame = useRef<HTMLIFrameElement>(null)
  const isFocused = useIsFocused(frame)
  return (
    <div className="relative size-full">
      {/* The answer's own policy sandboxes the file. An iframe's `sandbox` keeps Chromium from showing it. */}
      <iframe
        ref={frame}
        src={`${source}#toolbar=0&navpanes=0&view=FitH`}
        title={`Vista previa de ${file.name}`}
        onLoad={() => setTimeout(() => setPainted(true), viewerPaintsMs)}
        className="size-full border-0"
      />
      {!isPainted && (
        <div className="absolute inset-0 overflow-hidden bg-white">
          {data?.picture && <img src={`${source}?picture=1`} alt="" className="w-full" />}
        </div>
      )}
      {isFocused && (
        <div className="pointer-events-none absolute inset-0 rounded-lg outline-2 outline-accent outline-offset-[-2px]" />
      )}
    </div>
  )
}

/** True while the keys go to the viewer, which has no ring: inside it, nothing that CSS can ask for has the focus. */
function useIsFocused(frame: RefObject<HTMLIFrameElement | null>): boolean {
  const [isFocused, setFocused] = useState(false)
  useEffect(() => {
    const left = new AbortController()
    // As the focus leaves something, it is nowhere yet.
    const look = () => requestAnimationFrame(() => setFocused(document.activeElement === frame.current))
    for (const moved of ['focusout', 'focusin', 'blur', 'focus']) window.addEventListener(moved, look, left)
    return () => left.abort()
  }, [frame])
  return isFocused
}

const subscribeOnline = (listener: () => void) => onlineManager.subscribe(listener)
const isOnlineNow = () => onlineManager.isOnline()
