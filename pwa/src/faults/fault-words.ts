/** Says what a report contains. */
export const REPORTED_FACTS =
  'A report has the kind of error, the place in the program, the screen and the browser. It has no names, no prices and nothing that you typed.'
