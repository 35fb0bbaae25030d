// Read by the test environments of the services: they keep jobs and limits in a Redis of their own.
process.env.TEST_ON_REDIS = '1';
