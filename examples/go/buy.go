package main

import (
	"bytes"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"os"
	"time"
)

const price = 500

// A customer waits for this call.
var client = &http.Client{Timeout: 10 * time.Second}

type created struct {
	TransactionID string `json:"transaction_id"`
	PaymentURL    string `json:"payment_url"`
}

// The shop's page, and the form that starts a payment. The webhook that reports the result is in main.go.
func init() {
	http.HandleFunc("/", func(response http.ResponseWriter, request *http.Request) {
		response.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprintf(response, `<h1>Kafe</h1><form method="post" action="/buy"><button>%d HTG</button></form>`, price)
	})
	http.HandleFunc("/buy", buy)
}

func buy(response http.ResponseWriter, request *http.Request) {
	if request.Method != http.MethodPost {
		http.Error(response, "use POST", http.StatusMethodNotAllowed)
		return
	}
	// Your shop stores the order here, and then the payment's transaction_id, before the customer leaves.
	payment, err := createPayment("order-" + randomID())
	if err != nil {
		// After a lost response a payment may exist, but the customer does not get its page, so it expires unpaid.
		log.Println(err)
		http.Error(response, "Please try again.", http.StatusBadGateway)
		return
	}
	http.Redirect(response, request, payment.PaymentURL, http.StatusSeeOther)
}

func createPayment(order string) (*created, error) {
	body, _ := json.Marshal(map[string]any{
		"amount": price, "currency": "HTG", "payment_method": "moncash", "customer_name": "Marie Joseph", "reference": order,
	})
	request, err := http.NewRequest("POST", os.Getenv("PEYE_URL")+"/api/gateway/v1/payments", bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	request.Header.Set("X-Api-Key", os.Getenv("PEYE_KEY"))
	request.Header.Set("Content-Type", "application/json")
	response, err := client.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusCreated {
		return nil, fmt.Errorf("status %d, request %s", response.StatusCode, response.Header.Get("X-Request-Id"))
	}
	var payment created
	return &payment, json.NewDecoder(response.Body).Decode(&payment)
}

func randomID() string {
	id := make([]byte, 8)
	if _, err := rand.Read(id); err != nil {
		panic(err)
	}
	return hex.EncodeToString(id)
}
