import { type ReactNode, useEffect, useRef, useState } from 'react'

const blockSize = 50
/** Distance in pixels at which a block is rendered: about a screen and a half before it is seen. */
const nearness = 1200
/** Height of a row in pixels until its block has been measured. */
const usualRowHeight = 53

type RowBlocksProps<Row> = {
  rows: readonly Row[]
  columnCount: number
  children: (row: Row, place: number) => ReactNode
}

/**
 * Rows in bodies of fifty. In a long table only blocks near the screen are rendered, the others keep their
 * height: a thousand rows take the time of a hundred to lay out, to dim and to unmount. By hand: a virtualizer would add
 * 10 KB to the first load of every list (decision 055).
 */
export function RowBlocks<Row>({ rows, columnCount, children }: RowBlocksProps<Row>) {
  const blocks = Array.from({ length: Math.ceil(rows.length / blockSize) }, (_, index) =>
    rows.slice(index * blockSize, (index + 1) * blockSize),
  )
  return blocks.map((block, index) => (
    <Block
      // biome-ignore lint/suspicious/noArrayIndexKey: a block is its place in the table, whatever rows it holds
      key={index}
      isFirst={index === 0}
      rowCount={block.length}
      columnCount={columnCount}
    >
      {() => block.map((row, place) => children(row, index * blockSize + place))}
    </Block>
  ))
}

type BlockProps = { isFirst: boolean; rowCount: number; columnCount: number; children: () => ReactNode }

function Block({ isFirst, rowCount, columnCount, children }: BlockProps) {
  const body = useRef<HTMLTableSectionElement>(null)
  const [isNear, setIsNear] = useState(isFirst)
  const height = useRef(rowCount * usualRowHeight)
  useEffect(() => {
    const observed = body.current
    if (observed === null) return
    const observer = new IntersectionObserver(
      ([seen]) => {
        // A block with the focus stays rendered.
        if (seen === undefined || (!seen.isIntersecting && observed.contains(document.activeElement))) return
        if (!seen.isIntersecting) height.current = seen.boundingClientRect.height
        setIsNear(seen.isIntersecting)
      },
      { rootMargin: `${nearness}px 0px` },
    )
    observer.observe(observed)
    return () => observer.disconnect()
  }, [])
  return (
    <tbody ref={body} className="divide-y border-b last:border-b-0">
      {isNear ? (
        children()
      ) : (
        <tr style={{ height: height.current }}>
          <td colSpan={columnCount} />
        </tr>
      )}
    </tbody>
  )
}
