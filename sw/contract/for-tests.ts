/** Asks how an answer comes about, in place of the answer. */
export const traceHeader = 'x-soapstone-trace';

/** Asks for fewer rows than the service allows: a whole number. */
export const maximumRecordsHeader = 'x-soapstone-maximum-records';
