"""What every game is: the contract, its errors and its laws."""
