/** A one-page PDF with a few lines of text: the demo's invoices and proofs, made here so that they open. */
export function simplePdf(lines: readonly string[]): Buffer {
  const text = lines.map(
    (line, index) =>
      `BT /F1 ${index === 0 ? 20 : 12} Tf 60 ${760 - index * 28} Td (${escapedText(line)}) Tj ET`,
  )
  const content = Buffer.from(text.join('\n'), 'latin1')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 4 0 R >> >> /Contents 5 0 R >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    `<< /Length ${content.length} >>\nstream\n${content.toString('latin1')}\nendstream`,
  ]
  return Buffer.from(pdfFileText(objects), 'latin1')
}

function pdfFileText(objects: readonly string[]): string {
  let body = '%PDF-1.4\n'
  const offsets: number[] = []
  objects.forEach((object, index) => {
    offsets.push(body.length)
    body += `${index + 1} 0 obj\n${object}\nendobj\n`
  })
  const table = offsets.map(offset => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  return `${body}xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`
}

/** WinAnsi agrees with Latin-1 but for the euro. */
function escapedText(line: string): string {
  return line.replace(/[\\()]/g, '\\$&').replaceAll('€', '\x80')
}
