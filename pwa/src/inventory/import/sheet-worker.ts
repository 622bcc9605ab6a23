import { sheetCells } from './sheet-cells.ts'

// a sheet of a whole inventory takes seconds, in which the page must stay responsive
self.onmessage = ({ data }: MessageEvent<Blob>) => {
  sheetCells(data)
    .then((cells) => self.postMessage(cells))
    .catch(reportError)
}
