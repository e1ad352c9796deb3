import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { isUnderDialog } from '#ui/dialogs/layers.ts'

type Box = RefObject<HTMLElement | null>

/** Where files are taken on the screen, the newest last. */
const boxes: Box[] = []

/**
 * Files that are dropped or pasted beside a place for files come to it too; where there are several, to the newest.
 * A browser would leave the page for a file that nobody takes.
 */
export function usePageDrop<Element extends HTMLElement>(onAdd: (files: readonly File[]) => void) {
  const box = useRef<Element>(null)
  const [isOver, setOver] = useState(false)
  const add = useEffectEvent(onAdd)
  useEffect(() => {
    boxes.push(box)
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      setOver(isFor(box, event))
    }
    const leave = (event: DragEvent) => event.relatedTarget === null && setOver(false)
    const drop = (event: DragEvent) => {
      const files = [...(event.dataTransfer?.files ?? [])]
      if (files.length === 0) return
      event.preventDefault()
      setOver(false)
      if (isFor(box, event)) add(files)
    }
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])]
      // What a table or a text was copied from puts its picture beside the words.
      if (files.length === 0 || event.clipboardData?.getData('text/plain') || !isFor(box, event)) return
      event.preventDefault()
      add(files)
    }
    window.addEventListener('dragover', over)
    window.addEventListener('dragleave', leave)
    window.addEventListener('drop', drop)
    window.addEventListener('paste', paste)
    return () => {
      boxes.splice(boxes.indexOf(box), 1)
      window.removeEventListener('dragover', over)
      window.removeEventListener('dragleave', leave)
      window.removeEventListener('drop', drop)
      window.removeEventListener('paste', paste)
    }
  }, [])
  return { box, isOver }
}

/** Behind a dialog nothing is taken. */
function isFor(box: Box, { target }: Event): boolean {
  const under = boxes.filter(({ current }) => target instanceof Node && current?.contains(target))
  const [taker] = (under.length > 0 ? under : boxes).slice(-1)
  const isBehind = isUnderDialog() && !box.current?.closest('[role="dialog"], [role="alertdialog"]')
  return taker === box && !isBehind
}
