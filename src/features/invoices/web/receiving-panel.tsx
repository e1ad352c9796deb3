import { useState } from 'react'
import { refusalFor } from '#features/documents/web/attachments-panel.tsx'
import { acceptedMediaTypes, UploadedFileWire, uploadPath } from '#features/files/wire.ts'
import { archiveBounds } from '#features/invoices/rules/archive.ts'
import { receive, trayChanged } from '#features/invoices/web/tray-queries.ts'
import { archivePath, ReceivedArchiveWire } from '#features/invoices/wire/archive.ts'
import { FileDrop } from '#ui/fields/file-drop.tsx'
import { sizeText } from '#ui/fields/size-text.ts'
import { useUploads } from '#ui/fields/upload.ts'
import { Alert } from '#ui/states.tsx'
import { notify } from '#ui/toast.ts'

type LeftOut = ReceivedArchiveWire['leftOut']

const isArchive = ({ name, type }: File): boolean => /\.zip$/i.test(name) || /zip/.test(type)

/** Place for the files of invoices, each of which comes into the tray as soon as it is there; a ZIP brings its own. */
export function ReceivingPanel() {
  const [leftOut, setLeftOut] = useState<LeftOut>([])
  const { uploads, add, retry, remove } = useUploads({
    path: file => (isArchive(file) ? archivePath : uploadPath),
    read: answer => ReceivedArchiveWire.or(UploadedFileWire).parse(answer),
    check: file => (isArchive(file) ? archiveRefusal(file) : refusalFor(file)),
    after: async result => {
      if ('id' in result) return receive(result.id)
      setLeftOut(before => [...before, ...result.leftOut])
      if (result.received.length > 0) notify.info(takenText(result.received.length))
      await trayChanged()
    },
  })
  // A file that has come stands in the list below.
  const pending = uploads.filter(({ state }) => state !== 'done')
  return (
    <>
      <FileDrop
        label="Añadir facturas"
        hint="Arrastra, pega o elige una o varias: XML, PDF o fotos con código QR, de hasta 10 MB, o un ZIP con hasta 50."
        multiple
        accept={[...acceptedMediaTypes, '.heic', '.xml', '.xsig', '.zip'].join()}
        uploads={pending}
        onAdd={files => {
          setLeftOut([])
          add(files)
        }}
        onRetry={retry}
        onRemove={remove}
      />
      {leftOut.length > 0 && <LeftOutAlert leftOut={leftOut} />}
    </>
  )
}

function archiveRefusal({ size }: File): string | undefined {
  if (size === 0) return 'El ZIP está vacío.'
  return size > archiveBounds.bytes ? `Pesa ${sizeText(size)}: el máximo de un ZIP son 25 MB.` : undefined
}

const takenText = (count: number): string =>
  count === 1 ? 'Una factura del ZIP está en la bandeja' : `${count} facturas del ZIP están en la bandeja`

function LeftOutAlert({ leftOut }: { leftOut: LeftOut }) {
  return (
    <Alert tone="caution" title="Del ZIP se ha quedado fuera">
      <ul className="grid grid-cols-1 gap-1">
        {leftOut.map(({ name, reason }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two files of a ZIP may have one name
          <li key={place} className="wrap-anywhere">
            <span className="font-medium">{name}</span>: {reason}
          </li>
        ))}
      </ul>
    </Alert>
  )
}
