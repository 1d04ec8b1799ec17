/** Header with a whole number that lowers the maximum number of rows in a response. */
export const maximumRecordsHeader = 'x-soapstone-maximum-records';
