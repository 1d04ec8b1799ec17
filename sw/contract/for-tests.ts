/** Asks for fewer rows than the service allows: a whole number. */
export const maximumRecordsHeader = 'x-soapstone-maximum-records';
