/** Header that lowers the maximum number of rows in an answer: a whole number. */
export const maximumRecordsHeader = 'x-soapstone-maximum-records';
