/** The administration of the program that serves the page, below its root: the only thing that is written to a web server. */
export const adminSegment = '__admin';

/** Asks how an answer comes about, in place of the answer. */
export const traceHeader = 'x-soapstone-trace';

/** Asks for fewer rows than the service allows: a whole number. */
export const maximumRecordsHeader = 'x-soapstone-maximum-records';
