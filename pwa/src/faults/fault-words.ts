/** Says what a report contains. */
export const REPORTED_FACTS =
  'A report has the kind of error, where in the app it happened, the screen and the browser. It has no names, no prices and nothing that you typed.'
