import { FileText, Image } from 'lucide-react'
import { useEffect, useState } from 'react'

/** Media types that every browser shows. */
const pictures = ['image/png', 'image/jpeg', 'image/webp']

const isPicture = ({ type }: File): boolean => pictures.includes(type)

/** True when this browser can show the file before the server has it. */
export const isShowable = (file: File): boolean =>
  isPicture(file) || (file.type === 'application/pdf' && navigator.pdfViewerEnabled)

/** Thumbnail of a picture; of any other file, an icon of its type. */
export function FilePicture({ file }: { file: File }) {
  const url = useFileUrl(file)
  if (isPicture(file) && url !== null)
    return <img src={url} alt="" className="size-9 shrink-0 rounded-sm border object-cover" />
  const Icon = file.type.startsWith('image/') ? Image : FileText
  return (
    <span className="grid size-9 shrink-0 place-items-center rounded-sm bg-sunken text-ink-faint">
      <Icon aria-hidden="true" className="size-4" />
    </span>
  )
}

/** Preview of a file of this device, to be read while a form about it is filled in. */
export function FilePreview({ file }: { file: File }) {
  const url = useFileUrl(file)
  const name = `Vista previa de ${file.name}`
  return (
    <div className="h-96 overflow-hidden rounded-lg border bg-sunken sm:h-[32rem]">
      {url !== null &&
        (isPicture(file) ? (
          <img src={url} alt={name} className="size-full object-contain" />
        ) : (
          <iframe src={`${url}#toolbar=0&navpanes=0&view=FitH`} title={name} className="size-full border-0" />
        ))}
    </div>
  )
}

function useFileUrl(file: File): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url
}
