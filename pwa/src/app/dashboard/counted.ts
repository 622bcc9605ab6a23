/** "1 piece", "1,200 pieces". */
export const counted = (count: number, noun: string): string => `${count.toLocaleString('en-US')} ${count === 1 ? noun : `${noun}s`}`
