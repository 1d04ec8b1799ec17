/** Header with a whole number that lowers the maximum number of rows in an answer. */
export const maximumRecordsHeader = 'x-soapstone-maximum-records';
