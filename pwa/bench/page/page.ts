import { completeSales } from './complete-sale.ts'
import { coldOpen, dexieBulkPut, dexieToArray, firstSync, packedPages, streamedPages } from './first-sync.ts'
import { addItem, awaitItem, join, newId, pushThenPull } from './poke.ts'
import { search } from './search.ts'

const bench = {
  firstSync,
  packedPages,
  streamedPages,
  dexieBulkPut,
  dexieToArray,
  coldOpen,
  search,
  completeSales,
  join,
  addItem,
  awaitItem,
  newId,
  pushThenPull,
}

declare global {
  interface Window {
    bench: typeof bench
  }
}

window.bench = bench
