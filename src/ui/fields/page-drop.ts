import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { isUnderDialog } from '#ui/dialogs/layers.ts'

type Box = RefObject<HTMLElement | null>

/** Fields that take files on the screen, the newest last. */
const fileFields: Box[] = []

/**
 * Routes files dropped or pasted anywhere on the page to a field for files; with several fields, to the newest.
 * Without it the browser would leave the page to open a dropped file.
 */
export function usePageDrop<Element extends HTMLElement>(onAdd: (files: readonly File[]) => void) {
  const box = useRef<Element>(null)
  const [isOver, setOver] = useState(false)
  const add = useEffectEvent(onAdd)
  useEffect(() => {
    fileFields.push(box)
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      setOver(takesEvent(box, event))
    }
    const leave = (event: DragEvent) => event.relatedTarget === null && setOver(false)
    const drop = (event: DragEvent) => {
      const files = [...(event.dataTransfer?.files ?? [])]
      if (files.length === 0) return
      event.preventDefault()
      setOver(false)
      if (takesEvent(box, event)) add(files)
    }
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])]
      // A copied table or text brings a picture of itself beside the words: that is no file.
      if (files.length === 0 || event.clipboardData?.getData('text/plain') || !takesEvent(box, event)) return
      event.preventDefault()
      add(files)
    }
    window.addEventListener('dragover', over)
    window.addEventListener('dragleave', leave)
    window.addEventListener('drop', drop)
    window.addEventListener('paste', paste)
    return () => {
      fileFields.splice(fileFields.indexOf(box), 1)
      window.removeEventListener('dragover', over)
      window.removeEventListener('dragleave', leave)
      window.removeEventListener('drop', drop)
      window.removeEventListener('paste', paste)
    }
  }, [])
  return { box, isOver }
}

/**
 * True when this field takes the event's files: the field below the pointer, else the newest, and never behind
 * a dialog.
 */
function takesEvent(box: Box, { target }: Event): boolean {
  const under = fileFields.filter(({ current }) => target instanceof Node && current?.contains(target))
  const [taker] = (under.length > 0 ? under : fileFields).slice(-1)
  const isBehind = isUnderDialog() && !box.current?.closest('[role="dialog"], [role="alertdialog"]')
  return taker === box && !isBehind
}
