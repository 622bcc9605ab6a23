import { runHistory } from './history.ts'
export const runRealHistory = runHistory
