import { strToU8, zipSync } from 'fflate'

const SCHEMAS = 'http://schemas.openxmlformats.org'
const OFFICE = `${SCHEMAS}/officeDocument/2006/relationships`
const related = (type: string, target: string) =>
  `<Relationships xmlns="${SCHEMAS}/package/2006/relationships"><Relationship Id="rId1" Type="${OFFICE}/${type}" Target="${target}"/></Relationships>`

const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)

/** The XML of a cell with a text. */
export const text = (value: string) => `t="inlineStr"><is><t xml:space="preserve">${escaped(value)}</t></is>`
/** The XML of a cell with a number, spelled as the spreadsheet stores it. */
export const number = (value: string) => `><v>${value}</v>`
/** The XML of an empty cell. */
export const nothing = '>'

const letter = (column: number) => String.fromCharCode(65 + column)

/** Makes an Excel file with one sheet. */
export function excelFile(rows: readonly (readonly string[])[]): Uint8Array<ArrayBuffer> {
  const cells = (row: readonly string[], line: number) => row.map((cell, at) => `<c r="${letter(at)}${line}" ${cell}</c>`).join('')
  const data = rows.map((row, at) => `<row r="${at + 1}">${cells(row, at + 1)}</row>`).join('')
  const namespace = `xmlns="${SCHEMAS}/spreadsheetml/2006/main"`
  const parts: Readonly<Record<string, string>> = {
    '[Content_Types].xml': `<Types xmlns="${SCHEMAS}/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    '_rels/.rels': related('officeDocument', 'xl/workbook.xml'),
    'xl/workbook.xml': `<workbook ${namespace} xmlns:r="${OFFICE}"><sheets><sheet name="Goods" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': related('worksheet', 'worksheets/sheet1.xml'),
    'xl/worksheets/sheet1.xml': `<worksheet ${namespace}><sheetData>${data}</sheetData></worksheet>`,
  }
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(xml)])))
}
