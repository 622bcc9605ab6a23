/** Makes a shipping label as a buyer would upload it: one page of PDF, 4 by 6 inches. */
export function demoLabel(): Uint8Array<ArrayBuffer> {
  const text = 'BT /F1 20 Tf 24 380 Td (USPS PRIORITY MAIL) Tj 0 -40 Td /F1 12 Tf (Postage paid. A label of the demo shop.) Tj ET'
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 288 432] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let pdf = '%PDF-1.4\n'
  const places = objects.map((object, nth) => {
    const place = pdf.length
    pdf += `${nth + 1} 0 obj\n${object}\nendobj\n`
    return place
  })
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  const trailer = `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer << /Size ${size} /Root 1 0 R >>\nstartxref\n${pdf.length}\n%%EOF\n`
  return new TextEncoder().encode(pdf + trailer)
}
