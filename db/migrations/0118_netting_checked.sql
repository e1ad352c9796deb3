-- What 0117 says of batches, orders and executions, held against those that are there.
alter table payment_batch_order validate constraint payment_batch_order_netted;
alter table document validate constraint document_netted;
alter table execution validate constraint execution_netted;
